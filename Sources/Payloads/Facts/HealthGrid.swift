internal import Values

/// The values of the body on a day, each with its average of the days before.
package struct HealthGrid: Hashable, Sendable {
  /// The day; values of the night belong to the day on which it ended.
  package var day: CalendarDay
  /// The values in the order of the source.
  package var metrics: [HealthMetric]

  /// Creates a grid.
  package init(day: CalendarDay, metrics: [HealthMetric]) {
    self.day = day
    self.metrics = metrics
  }

  /// The grid with the values of sleep alone.
  package var sleep: HealthGrid { HealthGrid(day: day, metrics: metrics.filter(\.isSleep)) }
}

/// A value of the body.
package struct HealthMetric: Hashable, Sendable {
  /// The name in lowercase with underscores: `steps`, `heart_rate`, `hrv`, `sleep`, `deep_sleep`, or another of the
  /// source.
  package var name: String
  /// The name for people.
  package var label: String
  /// The value of the day; nil if the source has none.
  package var value: Double?
  /// The unit; empty for a count.
  package var unit: String
  /// The average of the days before; nil if there is none.
  package var average: Double?
  /// The number of days in the average.
  package var averageDays: Int

  /// Creates a value.
  package init(
    name: String, label: String, value: Double?, unit: String, average: Double? = nil, averageDays: Int = 0
  ) {
    self.name = name
    self.label = label
    self.value = value
    self.unit = unit
    self.average = average
    self.averageDays = averageDays
  }

  /// Whether it is a value of sleep: its name has the word `sleep`, or is one of a night.
  package var isSleep: Bool {
    let words = name.split(separator: "_")
    return words.contains { $0 == "sleep" || $0 == "awake" || $0 == "awakenings" || $0 == "interruptions" }
  }

  /// The difference to the average in percent; nil without both.
  package var percent: Int? {
    guard let value, let average, average != 0 else { return nil }
    let percent = ((value - average) / average.magnitude * 100).rounded()
    return percent.magnitude < 1e6 ? Int(percent) : nil
  }
}

extension HealthGrid: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("day", day.text)
    fields.add("metrics", metrics) { fields, metric in
      fields.add("name", metric.name)
      fields.add("label", metric.label)
      fields.add("value", metric.value)
      fields.add("unit", metric.unit)
      fields.add("average", metric.average)
      fields.add("averageDays", metric.averageDays)
      fields.add("percent", metric.percent)
    }
    return fields.members
  }

  var lines: [String] {
    guard !metrics.isEmpty else { return ["No values for \(day.words)."] }
    var rows = AlignedLines()
    for metric in metrics { rows.add(metric.label, metric.text, metric.comparison) }
    return rows.lines
  }
}

extension HealthMetric {
  /// The value with its unit.
  var text: String { value.map { NumberText.short($0) + (unit.isEmpty ? "" : " \(unit)") } ?? "–" }

  /// The comparison to the average: `+12 % to 7.1 h (7 days)`; empty without an average.
  var comparison: String {
    guard let average else { return "" }
    let days = "(\(averageDays == 1 ? "1 day" : "\(averageDays) days"))"
    let mean = NumberText.short(average) + (unit.isEmpty ? "" : " \(unit)")
    guard let percent else { return "average \(mean) \(days)" }
    return "\(percent < 0 ? "" : "+")\(percent) % to \(mean) \(days)"
  }
}
