/// A size in words.
enum SizeText {
  private static let units = ["B", "KB", "MB", "GB", "TB"]

  /// Returns bytes up to 1,023, then larger units with two decimals.
  static func text(_ bytes: Int64) -> String {
    var unit = 0
    var size = Double(bytes)
    while size >= 1_024, unit < units.count - 1 {
      size /= 1_024
      unit += 1
    }
    guard unit > 0 else { return "\(bytes) B" }
    let hundredths = Int64((size * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) \(units[unit])"
  }
}
