// libical for Swift: loaded when the first calendar is read, and the parts of it that Swift cannot call.
//
// It brings ICU with it, 35 MB; a command that reads no calendar does without (decision 13). The library keeps time
// zones in tables of the process: its functions are called on one thread at a time.
#ifndef STET_CICAL_H
#define STET_CICAL_H

#include <libical/ical.h>

/// Parses a text; the result is to be given back with `cical_free`, and owns all other pointers that are reached from
/// it. NULL for a text without a component. Errors of the text never end the process.
icalcomponent *cical_parse(const char *text);
void cical_free(icalcomponent *root);

icalcomponent_kind cical_kind(const icalcomponent *component);
/// The number of lines of a component and its parts that libical could not read.
int cical_count_errors(icalcomponent *component);

// libical's own cursors: a component has one for its parts and one for its properties.
icalcomponent *cical_first_part(icalcomponent *component, icalcomponent_kind kind);
icalcomponent *cical_next_part(icalcomponent *component, icalcomponent_kind kind);
icalproperty *cical_first_property(icalcomponent *component, icalproperty_kind kind);
icalproperty *cical_next_property(icalcomponent *component, icalproperty_kind kind);

/// The text of a property without escapes, else its value as it is written; to be given back with `cical_text_free`.
char *cical_text(const icalproperty *property);
void cical_text_free(char *text);
/// The zone that a property names; NULL without one.
const char *cical_zone_name(icalproperty *property);
/// The name of a person that a property names; NULL without one.
const char *cical_common_name(icalproperty *property);
/// Whether a RECURRENCE-ID is of the range THISANDFUTURE.
int cical_is_open_range(icalproperty *property);

/// The date or time of a property; a null time for one without.
struct icaltimetype cical_time(const icalproperty *property);
/// The period of an RDATE; a null period for one that has a time.
struct icalperiodtype cical_period(const icalproperty *property);
/// The duration of a property in seconds.
int cical_duration(const icalproperty *property);
icalproperty_status cical_status(const icalproperty *property);
int cical_is_transparent(const icalproperty *property);
/// The number of a property, such as PRIORITY; 0 without one.
int cical_number(const icalproperty *property);

/// The zone that a calendar defines under a name, which it owns; NULL if it has none.
icaltimezone *cical_defined_zone(icalcomponent *calendar, const char *name);
/// A zone of the system, which lives as long as the process; NULL if there is none.
icaltimezone *cical_system_zone(const char *name);
icaltimezone *cical_utc(void);

time_t cical_seconds(struct icaltimetype time, const icaltimezone *zone);
struct icaltimetype cical_local(time_t seconds, const icaltimezone *zone);
/// Carries seconds, minutes and hours that are out of their range.
struct icaltimetype cical_moved(struct icaltimetype time, int days, int seconds);
/// The seconds that a zone is east of UTC.
int cical_offset(icaltimezone *zone, time_t seconds);

icalrecurrencetype_frequency cical_frequency(const icalproperty *rule);
/// Whether a rule has parts such as BYDAY besides its frequency.
int cical_has_filters(const icalproperty *rule);
/// Whether a rule has BYMONTHDAY, BYYEARDAY, BYWEEKNO or BYSETPOS: the search for a time that no day has would take
/// libical hours where a rule repeats within days.
int cical_has_day_filters(const icalproperty *rule);
/// The times of a rule from a first one on, on the clock of its zone and without the zone, to be given back with
/// `cical_rule_free`; NULL for a rule that has no time or cannot be computed. A rule without COUNT skips the times before
/// `from`, if that is not null.
icalrecur_iterator *cical_rule(const icalproperty *rule, struct icaltimetype start, struct icaltimetype from);
struct icaltimetype cical_rule_next(icalrecur_iterator *iterator);
void cical_rule_free(icalrecur_iterator *iterator);

#endif
