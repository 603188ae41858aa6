internal import Documents

/// Times as text.
package enum TimeText {
  /// Returns a text such as `2026-11-21T09:15:04+01:00`, or `…Z` for an offset of zero.
  package static func iso8601(_ moment: Moment) -> String { iso8601(seconds: moment.seconds, offset: moment.offset) }

  /// Returns the same text for seconds since 1970 and minutes east of UTC.
  package static func iso8601(seconds: Int64, offset: Int) -> String { ISOTime.text(seconds, offset: offset) }
}
