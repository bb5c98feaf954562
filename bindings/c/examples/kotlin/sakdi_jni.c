/* Connects Sakdi.kt with sakdi.h. */

#include <jni.h>
#include <stdlib.h>

#include "sakdi.h"

typedef struct {
    SakdiSession *session;
    JavaVM *vm;
    jobject engine;
    jmethodID line;
} Engine;

/* Runs on a thread of the engine. Threads that were attached must be detached before they end. */
static void on_line(void *context, const char *line) {
    Engine *engine = context;
    /* The call may free the engine. */
    JavaVM *vm = engine->vm;
    JNIEnv *env;
    if ((*vm)->AttachCurrentThread(vm, (void *)&env, NULL) != JNI_OK) {
        return;
    }
    jstring text = (*env)->NewStringUTF(env, line);
    if (text) {
        (*env)->CallVoidMethod(env, engine->engine, engine->line, text);
    }
    if ((*env)->ExceptionCheck(env)) {
        /* C has nobody to hand it on to. */
        (*env)->ExceptionDescribe(env);
        (*env)->ExceptionClear(env);
    }
    (*vm)->DetachCurrentThread(vm);
}

JNIEXPORT jlong JNICALL Java_org_example_sakdi_SakdiEngine_open(JNIEnv *env, jobject self) {
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        return 0;
    }
    (*env)->GetJavaVM(env, &engine->vm);
    engine->engine = (*env)->NewGlobalRef(env, self);
    engine->line = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, self), "line", "(Ljava/lang/String;)V");
    engine->session = sakdi_session_new(on_line, engine);
    if (!engine->session) {
        (*env)->DeleteGlobalRef(env, engine->engine);
        free(engine);
        return 0;
    }
    return (jlong)(intptr_t)engine;
}

/* The error as a text, or null. */
JNIEXPORT jstring JNICALL Java_org_example_sakdi_SakdiEngine_send(JNIEnv *env, jobject self, jlong handle, jstring line) {
    (void)self;
    Engine *engine = (Engine *)(intptr_t)handle;
    const char *text = (*env)->GetStringUTFChars(env, line, NULL);
    if (!text) {
        return NULL;
    }
    SakdiStatus status = sakdi_session_send(engine->session, text);
    (*env)->ReleaseStringUTFChars(env, line, text);
    return status == SAKDI_STATUS_OK ? NULL : (*env)->NewStringUTF(env, sakdi_error_text());
}

JNIEXPORT void JNICALL Java_org_example_sakdi_SakdiEngine_free(JNIEnv *env, jobject self, jlong handle) {
    (void)self;
    Engine *engine = (Engine *)(intptr_t)handle;
    /* No line comes after this. */
    sakdi_session_free(engine->session);
    (*env)->DeleteGlobalRef(env, engine->engine);
    free(engine);
}
