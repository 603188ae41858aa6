/// The kernel's table of routes.
package enum NetworkRoutes {
  /// Whether packets to the internet have a way out; without one no host can be found.
  package static var leadOut: Bool {
    hasDefault(
      SystemIdentity.text(of: "/proc/net/route") ?? "", SystemIdentity.text(of: "/proc/net/ipv6_route") ?? "")
  }

  /// Returns whether a table has a default route.
  ///
  /// - Parameters:
  ///   - routes: the text of `/proc/net/route`.
  ///   - longRoutes: the text of `/proc/net/ipv6_route`, where unreachable networks are routes over `lo`.
  package static func hasDefault(_ routes: String, _ longRoutes: String) -> Bool {
    func rows(_ text: String) -> [[Substring]] {
      text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
    }
    let zero = "00000000"
    return rows(routes).contains { $0.count > 7 && $0[1] == zero && $0[7] == zero }
      || rows(longRoutes).contains { row in
        row.count > 9 && row[0].allSatisfy { $0 == "0" } && row[1] == "00" && row[9] != "lo"
      }
  }
}
