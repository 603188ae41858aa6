internal import TOMLKit

extension PolicyFile {
  /// Returns the rules for large files.
  ///
  /// - Throws: `PolicyError` for an invalid value. Unknown keys are ignored: a newer version may know them.
  package func placeholders() throws(PolicyError) -> PlaceholderRules {
    var rules = PlaceholderRules()
    rules.largeOver = try size("large_over") ?? rules.largeOver
    rules.download = try downloadRule(self["placeholders", "download"], "placeholders.download") ?? rules.download
    rules.keepFree = try size("keep_free") ?? rules.keepFree
    rules.uploadLimit = try size("upload_limit")
    rules.downloadLimit = try size("download_limit")
    rules.waitsOnMetered = try flag("placeholders", "wait_on_metered") ?? rules.waitsOnMetered
    rules.waitsOnBattery = try flag("placeholders", "wait_on_battery") ?? rules.waitsOnBattery
    rules.isMetered = try flag("placeholders", "metered")
    for table in try tables("placeholders", "rules") {
      let paths = try table["paths"].map { value throws(PolicyError) in
        try Self.texts(value, "placeholders.rules.paths", "a list of patterns")
      }
      guard let paths, let download = try downloadRule(table["download"], "placeholders.rules.download") else {
        throw .value("placeholders.rules", "tables with paths and download")
      }
      rules.rules.append(PlaceholderRules.Rule(paths: PatternList(paths), download: download))
    }
    return rules
  }

  private func downloadRule(
    _ value: (any TOMLValueConvertible)?, _ key: String
  ) throws(PolicyError) -> DownloadRule? {
    guard let value else { return nil }
    guard let rule = value.string.flatMap(DownloadRule.init(rawValue:)) else {
      throw .value(key, "\"eager\", \"lazy\" or \"never\"")
    }
    return rule
  }

  private func size(_ key: String) throws(PolicyError) -> Int? {
    guard let value = self["placeholders", key] else { return nil }
    guard let size = Policy.size(value.string ?? value.int.map(String.init) ?? "") else {
      throw .value("placeholders.\(key)", "a size such as \"2 GB\"")
    }
    return Int(size)
  }
}
