internal import Payloads

/// The values of the body by day, from a table with a column for each metric, or with the columns `date`, `metric` and
/// `value`. Pure.
struct HealthRecords {
  /// The names of metrics whose values of one day are added; others are averaged.
  private static let sums: Set<String> = [
    "steps", "distance", "energy", "active_energy", "calories", "floors", "flights", "exercise", "active", "water",
  ]
  private static let units = [
    "heart_rate": "bpm", "resting_heart_rate": "bpm", "hrv": "ms", "sleep": "h", "deep_sleep": "h", "rem_sleep": "h",
    "light_sleep": "h", "core_sleep": "h", "awake": "h", "weight": "kg", "distance": "km", "energy": "kcal",
    "active_energy": "kcal", "calories": "kcal", "exercise": "min",
  ]
  private static let endings = [
    ("_hours", "h"), ("_h", "h"), ("_minutes", "min"), ("_mins", "min"), ("_min", "min"), ("_kg", "kg"),
    ("_km", "km"), ("_kcal", "kcal"), ("_bpm", "bpm"), ("_ms", "ms"), ("_percent", "%"),
  ]

  /// The metrics in the order of the file.
  private(set) var names: [String] = []
  private var unitsByName: [String: String] = [:]
  /// The name and the unit of each title so far.
  private var metrics: [String: (name: String, unit: String)] = [:]
  private var values: [String: [CalendarDay: (sum: Double, count: Int)]] = [:]

  /// Reads a table.
  ///
  /// - Throws: `RecordTable.Fault` if it has no column of dates.
  init(_ table: RecordTable) throws(RecordTable.Fault) {
    guard let date = table.column("date", "day") else { throw RecordTable.Fault(reason: "it has no column 'date'") }
    let metric = table.column("metric", "name", "type")
    let value = table.column("value", "amount", "qty")
    let unit = table.column("unit")
    for row in table.rows {
      guard let day = CalendarDay(String(table.cell(row, date).prefix(10))) else { continue }
      if let metric, let value {
        guard let number = table.number(row, value) else { continue }
        add(number, table.cell(row, metric), unit: table.cell(row, unit), day)
        continue
      }
      for column in table.columns.indices where column != date {
        if let number = table.number(row, column) { add(number, table.columns[column], unit: "", day) }
      }
    }
  }

  private mutating func add(_ number: Double, _ title: String, unit: String, _ day: CalendarDay) {
    let (name, known) = metrics[title] ?? Self.metric(title)
    if metrics[title] == nil { metrics[title] = (name, known) }
    guard !name.isEmpty else { return }
    if values[name] == nil { names.append(name) }
    if unitsByName[name] == nil { unitsByName[name] = unit.isEmpty ? known : unit }
    let before = values[name]?[day] ?? (0, 0)
    values[name, default: [:]][day] = (before.sum + number, before.count + 1)
  }

  /// Returns the name and the unit of a column: `Sleep (h)` and `sleep_hours` are `sleep` in hours.
  private static func metric(_ title: String) -> (name: String, unit: String) {
    var title = title[...]
    var unit: String?
    if let last = title.last, last == ")" || last == "]",
      let open = title.lastIndex(of: last == ")" ? "(" : "[")
    {
      unit = String(title[title.index(after: open)...].dropLast())
      title = title[..<open]
    }
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    var name = words.joined(separator: "_")
    for (ending, known) in endings where unit == nil && name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
      unit = known
    }
    return (name, unit ?? units[name] ?? "")
  }

  /// Returns the value of a metric on a day; nil if there is none.
  private func value(_ name: String, _ day: CalendarDay) -> Double? {
    values[name]?[day].map { Self.sums.contains(name) ? $0.sum : $0.sum / Double($0.count) }
  }

  /// Returns the values of a day, each with its average of the seven days before.
  func metrics(on day: CalendarDay) -> [HealthMetric] {
    names.compactMap { name in
      let before = (1...7).compactMap { value(name, day.adding(-$0)) }
      let today = value(name, day)
      guard today != nil || !before.isEmpty else { return nil }
      let words = name.split(separator: "_").joined(separator: " ")
      let label = name == "hrv" ? "HRV" : words.prefix(1).uppercased() + words.dropFirst()
      return HealthMetric(
        name: name, label: label, value: today, unit: unitsByName[name] ?? "",
        average: before.isEmpty ? nil : before.reduce(0, +) / Double(before.count), averageDays: before.count)
    }
  }
}
