// Sakdi in an app for Android, through JNI.
//
// 1. Build the library for each processor, with cargo-ndk and the NDK (from r28 on, for pages of 16 KiB):
//      rustup target add aarch64-linux-android x86_64-linux-android
//      cargo ndk --target arm64-v8a --target x86_64 --output-dir app/src/main/jniLibs \
//          build --profile bindings --package sakdi-c
// 2. Put sakdi_jni.c and this file into the app; in its CMakeLists.txt:
//      add_library(sakdi SHARED IMPORTED)
//      set_target_properties(sakdi PROPERTIES IMPORTED_LOCATION
//          ${CMAKE_SOURCE_DIR}/../jniLibs/${ANDROID_ABI}/libsakdi.so)
//      add_library(sakdi_jni SHARED sakdi_jni.c)
//      target_include_directories(sakdi_jni PRIVATE ${CMAKE_SOURCE_DIR}/include)   # sakdi.h
//      target_link_libraries(sakdi_jni sakdi)
// 3. If R8 shrinks the app, keep what only C calls, in proguard-rules.pro:
//      -keep class org.example.sakdi.SakdiEngine { void line(java.lang.String); native <methods>; }

package org.example.sakdi

/** A UCI engine. [onLine] gets each line of its output, on a thread of the engine. It may send and close. */
class SakdiEngine(private val onLine: (String) -> Unit) : AutoCloseable {
    private var session: Long = open()

    @Synchronized
    fun send(line: String) {
        check(session != 0L) { "the engine is closed" }
        send(session, line)?.let { throw IllegalArgumentException(it) }
    }

    override fun close() {
        // Outside of the lock: it waits for onLine, which may be sending.
        val ended = take()
        if (ended != 0L) free(ended)
    }

    @Synchronized
    private fun take(): Long = session.also { session = 0L }

    /** Called by sakdi_jni.c. */
    @Suppress("unused")
    private fun line(text: String) = onLine(text)

    private external fun open(): Long
    private external fun send(session: Long, line: String): String?
    private external fun free(session: Long)

    private companion object {
        init {
            System.loadLibrary("sakdi_jni")
        }
    }
}
