// Sakdi in an app for Android, through JNI.
//
// 1. Build the library for each processor, with the NDK and cargo-ndk:
//      cargo ndk --target arm64-v8a --target x86_64 --output-dir app/src/main/jniLibs \
//          build --profile bindings --package sakdi-c
// 2. Put sakdi_jni.c and this file into the app; in its CMakeLists.txt:
//      add_library(sakdi SHARED IMPORTED)
//      set_target_properties(sakdi PROPERTIES IMPORTED_LOCATION
//          ${CMAKE_SOURCE_DIR}/../jniLibs/${ANDROID_ABI}/libsakdi.so)
//      add_library(sakdi_jni SHARED sakdi_jni.c)
//      target_include_directories(sakdi_jni PRIVATE ${CMAKE_SOURCE_DIR}/include)   # sakdi.h
//      target_link_libraries(sakdi_jni sakdi)

package org.example.sakdi

/** A UCI engine. [onLine] gets each line of its output, on a thread of the engine. */
class SakdiEngine(private val onLine: (String) -> Unit) : AutoCloseable {
    private var session: Long = open()

    @Synchronized
    fun send(line: String) {
        check(session != 0L) { "the engine is closed" }
        send(session, line)?.let { throw IllegalArgumentException(it) }
    }

    @Synchronized
    override fun close() {
        if (session != 0L) free(session)
        session = 0L
    }

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
