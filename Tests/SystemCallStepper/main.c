// Stops a process at the system calls that change what is below one folder.
//
// In C because ptrace(2) is variadic and its structures are unions; and not strace, which counts the calls of each
// thread for itself and takes the wake-ups between threads for writes.
//
//   SystemCallStepper -r FOLDER -o FILE [-k N] [-x COMMAND] (-p PID | COMMAND...)
//
//   -r FOLDER   counts calls that create, write, sync, rename, link or remove something below it; an absolute path
//   -o FILE     gets one line "NUMBER CALL PATH" for each; "ready" first, "killed" last where it killed
//   -k N        kills the process when the Nth call is about to happen
//   -x COMMAND  run by sh while a call is about to happen, with POINT and CALL in its environment
//   -p PID      attaches to a running process and lets it go at SIGTERM; children are not followed
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <dirent.h>
#include <unistd.h>

// Where a call's file is among its arguments.
enum where { FD, PATH, AT, OPEN, OPEN2, OUT };

static const struct call {
  long number;
  const char *name;
  enum where where;
} calls[] = {
#ifdef SYS_rename
    {SYS_rename, "rename", PATH},
    {SYS_link, "link", PATH},
    {SYS_symlink, "symlink", PATH},
    {SYS_unlink, "unlink", PATH},
    {SYS_mkdir, "mkdir", PATH},
    {SYS_rmdir, "rmdir", PATH},
    {SYS_renameat, "renameat", AT},
#endif
    {SYS_write, "write", FD},
    {SYS_pwrite64, "pwrite64", FD},
    {SYS_writev, "writev", FD},
    {SYS_fsync, "fsync", FD},
    {SYS_fdatasync, "fdatasync", FD},
    {SYS_ftruncate, "ftruncate", FD},
    {SYS_fallocate, "fallocate", FD},
    {SYS_fsetxattr, "fsetxattr", FD},
    {SYS_fchmod, "fchmod", FD},
    {SYS_fchown, "fchown", FD},
    {SYS_copy_file_range, "copy_file_range", OUT},
    {SYS_renameat2, "renameat2", AT},
    {SYS_linkat, "linkat", AT},
    {SYS_symlinkat, "symlinkat", AT},
    {SYS_unlinkat, "unlinkat", AT},
    {SYS_mkdirat, "mkdirat", AT},
    {SYS_fchmodat, "fchmodat", AT},
    {SYS_openat, "openat", OPEN},
    {SYS_openat2, "openat2", OPEN2},
};

static pid_t target;
static const char *root;
static FILE *out;

static void die(const char *what) {
  perror(what);
  exit(2);
}

// Copies bytes from the process; what is not there stays zero.
static void copy(uint64_t from, void *to, size_t size) {
  memset(to, 0, size);
  // A string may end close to the end of a page: no more than the page is asked for at once.
  for (size_t done = 0; done < size;) {
    size_t part = 4096 - ((from + done) & 4095);
    if (part > size - done) part = size - done;
    struct iovec here = {(char *)to + done, part}, there = {(void *)(uintptr_t)(from + done), part};
    if (process_vm_readv(target, &here, 1, &there, 1, 0) < 0) return;
    if (memchr(here.iov_base, 0, part) && size == PATH_MAX) return;
    done += part;
  }
}

static void descriptor(int fd, char *path, size_t size) {
  char link[64];
  if (fd == AT_FDCWD) {
    snprintf(link, sizeof link, "/proc/%d/cwd", target);
  } else {
    snprintf(link, sizeof link, "/proc/%d/fd/%d", target, fd);
  }
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
}

// The file that a call is about, if it changes something below the folder; NULL otherwise.
static const char *subject(const struct call *call, const uint64_t *args) {
  static char path[2 * PATH_MAX + 2];
  char name[PATH_MAX];
  switch (call->where) {
  case FD:
    descriptor((int)args[0], path, PATH_MAX);
    break;
  case OUT:
    descriptor((int)args[2], path, PATH_MAX);
    break;
  case OPEN2:
  case OPEN: {
    uint64_t flags = args[2];
    if (call->where == OPEN2) {
      struct open_how how;
      copy(args[2], &how, sizeof how);
      flags = how.flags;
    }
    if (!(flags & (O_CREAT | O_TRUNC))) return NULL;
  } // fall through
  case AT:
  case PATH: {
    int is_at = call->where != PATH;
    copy(args[is_at], name, sizeof name);
    name[PATH_MAX - 1] = 0;
    if (name[0] == '/') {
      strcpy(path, name);
    } else {
      descriptor(is_at ? (int)args[0] : AT_FDCWD, path, PATH_MAX);
      strcat(path, "/");
      strcat(path, name);
    }
  }
  }
  size_t length = strlen(root);
  return strncmp(path, root, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static void attach(void) {
  char folder[64];
  snprintf(folder, sizeof folder, "/proc/%d/task", target);
  // A thread may begin while the list is read; after a round in which nothing new was found all are held.
  for (int found = 1; found;) {
    found = 0;
    DIR *tasks = opendir(folder);
    if (!tasks) die(folder);
    for (struct dirent *entry; (entry = readdir(tasks));) {
      pid_t thread = atoi(entry->d_name);
      if (thread <= 0) continue;
      if (ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE) == 0) {
        ptrace(PTRACE_INTERRUPT, thread, 0, 0);
        found = 1;
      }
    }
    closedir(tasks);
  }
}

static void start(char **command) {
  target = fork();
  if (target < 0) die("fork");
  if (target == 0) {
    raise(SIGSTOP);
    execvp(command[0], command);
    _exit(127);
  }
  int status;
  waitpid(target, &status, WUNTRACED);
  if (ptrace(PTRACE_SEIZE, target, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL)) die("seize");
  ptrace(PTRACE_INTERRUPT, target, 0, 0);
  kill(target, SIGCONT);
}

// The answer to a thread that stopped: the signal it gets, or -1 to leave it stopped.
static int handle(pid_t thread, int status, long kill_at, const char *hook) {
  static long count;
  int stop = WSTOPSIG(status);
  if (status >> 16 == PTRACE_EVENT_STOP) {
    int is_group = stop == SIGSTOP || stop == SIGTSTP || stop == SIGTTIN || stop == SIGTTOU;
    return is_group ? -1 : 0;
  }
  if (status >> 16) return 0;
  if (stop != (SIGTRAP | 0x80)) return stop;
  struct __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) < 0 || info.op != PTRACE_SYSCALL_INFO_ENTRY) return 0;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if ((uint64_t)calls[i].number != info.entry.nr) continue;
    uint64_t args[6];
    memcpy(args, info.entry.args, sizeof args);
    const char *path = subject(&calls[i], args);
    if (!path) return 0;
    fprintf(out, "%ld %s %s\n", ++count, calls[i].name, path);
    fflush(out);
    if (hook) {
      char number[32];
      snprintf(number, sizeof number, "%ld", count);
      setenv("POINT", number, 1);
      setenv("CALL", calls[i].name, 1);
      if (system(hook) != 0) {
        fprintf(out, "hook failed\n");
        exit(3);
      }
    }
    if (count == kill_at) {
      kill(target, SIGKILL);
      fprintf(out, "killed\n");
      fflush(out);
    }
    return 0;
  }
  return 0;
}

static void leave(int signal) {
  (void)signal;
  // The kernel lets the threads of a tracer that ends go on.
  _exit(0);
}

int main(int argc, char **argv) {
  long kill_at = -1;
  const char *hook = NULL;
  for (int option; (option = getopt(argc, argv, "+r:o:k:x:p:")) != -1;) {
    switch (option) {
    case 'r': root = optarg; break;
    case 'o':
      out = fopen(optarg, "w");
      if (!out) die(optarg);
      break;
    case 'k': kill_at = atol(optarg); break;
    case 'x': hook = optarg; break;
    case 'p': target = atoi(optarg); break;
    default: return 2;
    }
  }
  if (!root || !out || (!target && optind == argc)) {
    fprintf(stderr, "usage: SystemCallStepper -r FOLDER -o FILE [-k N] [-x COMMAND] (-p PID | COMMAND...)\n");
    return 2;
  }
  struct sigaction action = {.sa_handler = leave};
  sigaction(SIGTERM, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (target) attach(); else start(argv + optind);
  fprintf(out, "ready\n");
  fflush(out);
  for (;;) {
    int status;
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    if (!WIFSTOPPED(status)) continue;
    int signal = handle(thread, status, kill_at, hook);
    if (signal < 0) {
      ptrace(PTRACE_LISTEN, thread, 0, 0);
    } else {
      ptrace(PTRACE_SYSCALL, thread, 0, signal);
    }
  }
}
