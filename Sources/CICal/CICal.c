#include <CICal.h>
#include <CLoading.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(name) CLOADING_FUNCTION("libical.so.3", name)

icalcomponent *cical_parse(const char *text) {
  FUNCTION(icalerror_set_errors_are_fatal)(0);
  return FUNCTION(icalparser_parse_string)(text);
}
void cical_free(icalcomponent *root) { FUNCTION(icalcomponent_free)(root); }

icalcomponent_kind cical_kind(const icalcomponent *component) { return FUNCTION(icalcomponent_isa)(component); }
int cical_count_errors(icalcomponent *component) { return FUNCTION(icalcomponent_count_errors)(component); }

icalcomponent *cical_first_part(icalcomponent *component, icalcomponent_kind kind) {
  return FUNCTION(icalcomponent_get_first_component)(component, kind);
}
icalcomponent *cical_next_part(icalcomponent *component, icalcomponent_kind kind) {
  return FUNCTION(icalcomponent_get_next_component)(component, kind);
}
icalproperty *cical_first_property(icalcomponent *component, icalproperty_kind kind) {
  return FUNCTION(icalcomponent_get_first_property)(component, kind);
}
icalproperty *cical_next_property(icalcomponent *component, icalproperty_kind kind) {
  return FUNCTION(icalcomponent_get_next_property)(component, kind);
}

// A property whose value could not be read has none.
static const icalvalue *value_of(const icalproperty *property) { return FUNCTION(icalproperty_get_value)(property); }

static icalvalue_kind kind_of(const icalproperty *property) {
  const icalvalue *value = value_of(property);
  return value ? FUNCTION(icalvalue_isa)(value) : ICAL_NO_VALUE;
}

char *cical_text(const icalproperty *property) {
  if (kind_of(property) != ICAL_TEXT_VALUE) return FUNCTION(icalproperty_get_value_as_string_r)(property);
  const char *text = FUNCTION(icalvalue_get_text)(value_of(property));
  return text ? strdup(text) : NULL;
}
void cical_text_free(char *text) { free(text); }

const char *cical_zone_name(icalproperty *property) {
  icalparameter *parameter = FUNCTION(icalproperty_get_first_parameter)(property, ICAL_TZID_PARAMETER);
  return parameter ? FUNCTION(icalparameter_get_tzid)(parameter) : NULL;
}

const char *cical_common_name(icalproperty *property) {
  icalparameter *parameter = FUNCTION(icalproperty_get_first_parameter)(property, ICAL_CN_PARAMETER);
  return parameter ? FUNCTION(icalparameter_get_cn)(parameter) : NULL;
}

int cical_is_open_range(icalproperty *property) {
  icalparameter *parameter = FUNCTION(icalproperty_get_first_parameter)(property, ICAL_RANGE_PARAMETER);
  return parameter && FUNCTION(icalparameter_get_range)(parameter) == ICAL_RANGE_THISANDFUTURE;
}

struct icaltimetype cical_time(const icalproperty *property) {
  switch (kind_of(property)) {
    case ICAL_DATE_VALUE: return FUNCTION(icalvalue_get_date)(value_of(property));
    case ICAL_DATETIME_VALUE: return FUNCTION(icalvalue_get_datetime)(value_of(property));
    case ICAL_DATETIMEPERIOD_VALUE: return FUNCTION(icalvalue_get_datetimeperiod)(value_of(property)).time;
    default: return FUNCTION(icaltime_null_time)();
  }
}

struct icalperiodtype cical_period(const icalproperty *property) {
  switch (kind_of(property)) {
    case ICAL_PERIOD_VALUE: return FUNCTION(icalvalue_get_period)(value_of(property));
    case ICAL_DATETIMEPERIOD_VALUE: return FUNCTION(icalvalue_get_datetimeperiod)(value_of(property)).period;
    default: return FUNCTION(icalperiodtype_null_period)();
  }
}

int cical_duration(const icalproperty *property) {
  if (kind_of(property) != ICAL_DURATION_VALUE) return 0;
  return FUNCTION(icaldurationtype_as_int)(FUNCTION(icalvalue_get_duration)(value_of(property)));
}

icalproperty_status cical_status(const icalproperty *property) { return FUNCTION(icalproperty_get_status)(property); }
int cical_is_transparent(const icalproperty *property) {
  icalproperty_transp transparency = FUNCTION(icalproperty_get_transp)(property);
  return transparency == ICAL_TRANSP_TRANSPARENT || transparency == ICAL_TRANSP_TRANSPARENTNOCONFLICT;
}

int cical_number(const icalproperty *property) {
  return kind_of(property) == ICAL_INTEGER_VALUE ? FUNCTION(icalvalue_get_integer)(value_of(property)) : 0;
}

icaltimezone *cical_defined_zone(icalcomponent *calendar, const char *name) {
  return FUNCTION(icalcomponent_get_timezone)(calendar, name);
}
icaltimezone *cical_system_zone(const char *name) { return FUNCTION(icaltimezone_get_builtin_timezone)(name); }
icaltimezone *cical_utc(void) { return FUNCTION(icaltimezone_get_utc_timezone)(); }

time_t cical_seconds(struct icaltimetype time, const icaltimezone *zone) {
  return FUNCTION(icaltime_as_timet_with_zone)(time, zone);
}
struct icaltimetype cical_local(time_t seconds, const icaltimezone *zone) {
  return FUNCTION(icaltime_from_timet_with_zone)(seconds, 0, zone);
}
struct icaltimetype cical_moved(struct icaltimetype time, int days, int seconds) {
  FUNCTION(icaltime_adjust)(&time, days, 0, 0, seconds);
  return time;
}
int cical_offset(icaltimezone *zone, time_t seconds) {
  struct icaltimetype time = FUNCTION(icaltime_from_timet_with_zone)(seconds, 0, NULL);
  return FUNCTION(icaltimezone_get_utc_offset_of_utc_time)(zone, &time, NULL);
}

static struct icalrecurrencetype rule_of(const icalproperty *property) {
  if (kind_of(property) == ICAL_RECUR_VALUE) return FUNCTION(icalvalue_get_recur)(value_of(property));
  struct icalrecurrencetype none;
  FUNCTION(icalrecurrencetype_clear)(&none);
  return none;
}

icalrecurrencetype_frequency cical_frequency(const icalproperty *rule) { return rule_of(rule).freq; }

int cical_has_filters(const icalproperty *rule) {
  struct icalrecurrencetype parts = rule_of(rule);
  const short none = ICAL_RECURRENCE_ARRAY_MAX;
  return parts.by_second[0] != none || parts.by_minute[0] != none || parts.by_hour[0] != none ||
         parts.by_day[0] != none || parts.by_month_day[0] != none || parts.by_year_day[0] != none ||
         parts.by_week_no[0] != none || parts.by_month[0] != none || parts.by_set_pos[0] != none;
}

int cical_has_day_filters(const icalproperty *rule) {
  struct icalrecurrencetype parts = rule_of(rule);
  const short none = ICAL_RECURRENCE_ARRAY_MAX;
  return parts.by_month_day[0] != none || parts.by_year_day[0] != none || parts.by_week_no[0] != none ||
         parts.by_set_pos[0] != none;
}

// Returns the first start of a weekly rule whose own start is on none of its days: the iterator counts its weeks wrongly
// from such a start.
static struct icaltimetype synchronized(struct icalrecurrencetype *parts, struct icaltimetype start) {
  const short none = ICAL_RECURRENCE_ARRAY_MAX;
  if (parts->freq != ICAL_WEEKLY_RECURRENCE || parts->by_day[0] == none) return start;
  int first = parts->week_start == ICAL_NO_WEEKDAY ? ICAL_MONDAY_WEEKDAY : parts->week_start;
  int place = (FUNCTION(icaltime_day_of_week)(start) - first + 7) % 7;
  for (int pass = 0; pass < 2; pass++) {
    for (int step = pass == 0 ? place : 0; step < 7; step++) {
      for (int index = 0; index < ICAL_BY_DAY_SIZE && parts->by_day[index] != none; index++) {
        icalrecurrencetype_weekday day = FUNCTION(icalrecurrencetype_day_day_of_week)(parts->by_day[index]);
        if ((day - first + 7) % 7 != step) continue;
        return cical_moved(start, step - place + (pass == 0 ? 0 : 7 * parts->interval), 0);
      }
    }
  }
  return start;
}

// Returns the last time of a rule within the day and without filters that is not after another: the iterator's own way
// forgets how many hours it left out.
static struct icaltimetype advanced(int unit, int interval, struct icaltimetype start, struct icaltimetype to) {
  time_t first = cical_seconds(start, NULL);
  time_t step = (time_t)unit * (interval > 0 ? interval : 1);
  time_t last = first + (cical_seconds(to, NULL) - first) / step * step;
  struct icaltimetype time = cical_local(last, NULL);
  time.zone = NULL;
  return time;
}

icalrecur_iterator *cical_rule(const icalproperty *rule, struct icaltimetype start, struct icaltimetype from) {
  struct icalrecurrencetype parts = rule_of(rule);
  if (parts.freq == ICAL_NO_RECURRENCE) return NULL;
  // With a zone the iterator keeps the hour to which it moved a time that the change of the clocks leaves out, also on
  // the next day: it counts on the clock alone, and the end of the rule is put on the same clock.
  if (start.zone && !parts.until.is_date && FUNCTION(icaltime_is_utc)(parts.until)) {
    parts.until = FUNCTION(icaltime_convert_to_zone)(parts.until, (icaltimezone *)start.zone);
  }
  parts.until.zone = start.zone = from.zone = NULL;
  start = synchronized(&parts, start);
  int skips = parts.count == 0 && from.year > 0 && FUNCTION(icaltime_compare)(from, start) > 0;
  if (parts.freq <= ICAL_HOURLY_RECURRENCE) {
    int unit = parts.freq == ICAL_SECONDLY_RECURRENCE ? 1 : parts.freq == ICAL_MINUTELY_RECURRENCE ? 60 : 3600;
    if (skips && !cical_has_filters(rule)) start = advanced(unit, parts.interval, start, from);
    skips = 0;
  }
  icalrecur_iterator *iterator = FUNCTION(icalrecur_iterator_new)(parts, start);
  if (iterator && skips) FUNCTION(icalrecur_iterator_set_start)(iterator, from);
  return iterator;
}
struct icaltimetype cical_rule_next(icalrecur_iterator *iterator) {
  return FUNCTION(icalrecur_iterator_next)(iterator);
}
void cical_rule_free(icalrecur_iterator *iterator) { FUNCTION(icalrecur_iterator_free)(iterator); }
