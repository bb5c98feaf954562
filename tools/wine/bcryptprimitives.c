/* The one function of bcryptprimitives.dll that Rust's standard library calls, for versions of
   Wine that lack the library (before 8.5). For tests only; Windows has its own. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length < 65536 ? (ULONG)length : 65536;
        if (!SystemFunction036(buffer, part)) {
            return FALSE;
        }
        buffer += part;
        length -= part;
    }
    return TRUE;
}
