// What the cases here need of <uv.h>, with members where the library has them.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef struct uv_loop_s {
  void *data;
  char rest[840];
} uv_loop_t;

#define HANDLE(name)                                                                                                   \
  typedef struct name##_s {                                                                                            \
    void *data;                                                                                                        \
    uv_loop_t *loop;                                                                                                   \
    int type;                                                                                                          \
    void *rest[30];                                                                                                    \
  } name##_t
HANDLE(uv_handle);
HANDLE(uv_timer);
HANDLE(uv_idle);
HANDLE(uv_async);
HANDLE(uv_stream);
HANDLE(uv_tcp);

#define REQUEST(name, ...)                                                                                             \
  typedef struct name##_s {                                                                                            \
    void *data;                                                                                                        \
    int type;                                                                                                          \
    void *reserved[6];                                                                                                 \
    __VA_ARGS__                                                                                                        \
    void *rest[16];                                                                                                    \
  } name##_t
REQUEST(uv_work, uv_loop_t *loop;);
REQUEST(uv_write, void *cb; uv_stream_t *send_handle; uv_stream_t *handle;);

typedef struct {
  char *base;
  size_t len;
} uv_buf_t;

typedef pthread_t uv_thread_t;
typedef pthread_mutex_t uv_mutex_t;
typedef enum { UV_RUN_DEFAULT } uv_run_mode;

uv_loop_t *uv_default_loop(void);
int uv_loop_init(uv_loop_t *);
int uv_run(uv_loop_t *, uv_run_mode);
int uv_timer_init(uv_loop_t *, uv_timer_t *);
int uv_timer_start(uv_timer_t *, void (*)(uv_timer_t *), uint64_t, uint64_t);
int uv_idle_init(uv_loop_t *, uv_idle_t *);
int uv_idle_start(uv_idle_t *, void (*)(uv_idle_t *));
int uv_async_init(uv_loop_t *, uv_async_t *, void (*)(uv_async_t *));
int uv_async_send(uv_async_t *);
int uv_queue_work(uv_loop_t *, uv_work_t *, void (*)(uv_work_t *), void (*)(uv_work_t *, int));
int uv_tcp_init(uv_loop_t *, uv_tcp_t *);
int uv_listen(uv_stream_t *, int, void (*)(uv_stream_t *, int));
int uv_accept(uv_stream_t *, uv_stream_t *);
int uv_read_start(uv_stream_t *, void (*)(uv_handle_t *, size_t, uv_buf_t *),
                  void (*)(uv_stream_t *, ptrdiff_t, const uv_buf_t *));
int uv_write(uv_write_t *, uv_stream_t *, const uv_buf_t *, unsigned, void (*)(uv_write_t *, int));
void uv_close(uv_handle_t *, void (*)(uv_handle_t *));
int uv_thread_create(uv_thread_t *, void (*)(void *), void *);
int uv_thread_join(uv_thread_t *);
int uv_mutex_init(uv_mutex_t *);
void uv_mutex_lock(uv_mutex_t *);
int uv_mutex_trylock(uv_mutex_t *);
void uv_mutex_unlock(uv_mutex_t *);
