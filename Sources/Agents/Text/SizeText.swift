/// A size in words.
enum SizeText {
  private static let units = ["B", "KB", "MB", "GB", "TB"]

  /// Bytes up to 1,023, then with two digits behind the point.
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
