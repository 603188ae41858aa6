// libcurl for Swift: loaded when the first transfer begins, and the functions that Swift cannot call.
//
// It brings some thirty libraries with it; a command that moves no large file does without (decision 13).
#ifndef STET_CCURL_H
#define STET_CCURL_H

#include <curl/curl.h>

/// `curl_global_init`, once before all else.
CURLcode ccurl_begin(void);
CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
const char *ccurl_easy_strerror(CURLcode code);
CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

// Swift cannot call C variadics: one wrapper for each kind of argument.
CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_write(CURL *easy, CURLoption option, curl_write_callback callback);
CURLcode ccurl_set_read(CURL *easy, CURLoption option, curl_read_callback callback);
CURLcode ccurl_set_seek(CURL *easy, CURLoption option, curl_seek_callback callback);
CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value);

/// The next transfer that ended: 1 and its handle and result, or 0. The message is a union, which Swift cannot look into
/// by its member.
int ccurl_multi_ended(CURLM *multi, CURL **easy, CURLcode *result);

/// A web address taken apart, or a relative one put together with its base (`relative` may be NULL). `whole`, `scheme`,
/// `host` and `port` are to be given back with `ccurl_text_free`; 0, or an error's number and nothing to give back.
struct ccurl_address {
  char *whole, *scheme, *host, *port;
};
int ccurl_address_read(const char *base, const char *relative, struct ccurl_address *address);
void ccurl_text_free(char *text);

#endif
