#include <CCurl.h>
#include <CLoading.h>
#include <string.h>

// The header's macros check arguments at the place of the call; here the functions' own addresses are needed.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define FUNCTION(name) CLOADING_FUNCTION("libcurl.so.4", name)

CURLcode ccurl_begin(void) { return FUNCTION(curl_global_init)(CURL_GLOBAL_ALL); }
CURL *ccurl_easy_init(void) { return FUNCTION(curl_easy_init)(); }
void ccurl_easy_cleanup(CURL *easy) { FUNCTION(curl_easy_cleanup)(easy); }
const char *ccurl_easy_strerror(CURLcode code) { return FUNCTION(curl_easy_strerror)(code); }
CURLM *ccurl_multi_init(void) { return FUNCTION(curl_multi_init)(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return FUNCTION(curl_multi_cleanup)(multi); }
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy) { return FUNCTION(curl_multi_add_handle)(multi, easy); }
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return FUNCTION(curl_multi_remove_handle)(multi, easy);
}
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return FUNCTION(curl_multi_perform)(multi, running); }
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
  return FUNCTION(curl_multi_poll)(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return FUNCTION(curl_multi_wakeup)(multi); }
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return FUNCTION(curl_slist_append)(list, text);
}
void ccurl_slist_free_all(struct curl_slist *list) { FUNCTION(curl_slist_free_all)(list); }

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
  return FUNCTION(curl_easy_setopt)(easy, option, value);
}
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return FUNCTION(curl_easy_setopt)(easy, option, value);
}
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return FUNCTION(curl_easy_setopt)(easy, option, value);
}
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return FUNCTION(curl_easy_setopt)(easy, option, value);
}
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return FUNCTION(curl_easy_setopt)(easy, option, value);
}
CURLcode ccurl_set_write(CURL *easy, CURLoption option, curl_write_callback callback) {
  return FUNCTION(curl_easy_setopt)(easy, option, callback);
}
CURLcode ccurl_set_read(CURL *easy, CURLoption option, curl_read_callback callback) {
  return FUNCTION(curl_easy_setopt)(easy, option, callback);
}
CURLcode ccurl_set_seek(CURL *easy, CURLoption option, curl_seek_callback callback) {
  return FUNCTION(curl_easy_setopt)(easy, option, callback);
}
CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
  return FUNCTION(curl_easy_getinfo)(easy, info, value);
}

int ccurl_multi_ended(CURLM *multi, CURL **easy, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = FUNCTION(curl_multi_info_read)(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *result = message->data.result;
    return 1;
  }
  return 0;
}

int ccurl_address_read(const char *base, const char *relative, struct ccurl_address *address) {
  memset(address, 0, sizeof *address);
  CURLU *url = FUNCTION(curl_url)();
  if (!url) return -1;
  int code = FUNCTION(curl_url_set)(url, CURLUPART_URL, base, 0);
  if (!code && relative) code = FUNCTION(curl_url_set)(url, CURLUPART_URL, relative, 0);
  if (!code) code = FUNCTION(curl_url_get)(url, CURLUPART_URL, &address->whole, 0);
  if (!code) code = FUNCTION(curl_url_get)(url, CURLUPART_SCHEME, &address->scheme, 0);
  if (!code) code = FUNCTION(curl_url_get)(url, CURLUPART_HOST, &address->host, 0);
  if (!code) code = FUNCTION(curl_url_get)(url, CURLUPART_PORT, &address->port, CURLU_DEFAULT_PORT);
  FUNCTION(curl_url_cleanup)(url);
  if (code) {
    ccurl_text_free(address->whole);
    ccurl_text_free(address->scheme);
    ccurl_text_free(address->host);
  }
  return code;
}

void ccurl_text_free(char *text) { FUNCTION(curl_free)(text); }
