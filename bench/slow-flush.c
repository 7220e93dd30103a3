/* An LD_PRELOAD library that adds two milliseconds to each flush, as on an ordinary disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int slowly(const char *name, int file) {
  struct timespec wait = {0, 2000000};
  int (*flush)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  nanosleep(&wait, 0);
  return flush(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
