/* ctrl_c MILLISECONDS PROGRAM ARGUMENTS…: starts a program, presses Ctrl-C in its console after a
   while, waits for it and ends with its exit code. For tests under Wine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static BOOL WINAPI ignore(DWORD event)
{
    (void)event;
    return TRUE;
}

int main(int count, char **arguments)
{
    char *command = GetCommandLineA();
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process;
    DWORD code = 125;
    if (count < 3) {
        return 125;
    }
    /* What follows the delay on the command line. */
    command = strstr(command, arguments[1]) + strlen(arguments[1]);
    while (*command == ' ') {
        command++;
    }
    if (!GetConsoleWindow() && !GetConsoleCP()) {
        AllocConsole();
    }
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process)) {
        fprintf(stderr, "ctrl_c: error %lu\n", GetLastError());
        return 125;
    }
    SetConsoleCtrlHandler(ignore, TRUE);
    if (WaitForSingleObject(process.hProcess, atoi(arguments[1])) == WAIT_TIMEOUT) {
        if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) {
            fprintf(stderr, "ctrl_c: error %lu\n", GetLastError());
            TerminateProcess(process.hProcess, 125);
        }
    }
    WaitForSingleObject(process.hProcess, 60000);
    GetExitCodeProcess(process.hProcess, &code);
    return (int)code;
}
