internal import GitObjects

/// git's rules for the names of references.
enum ReferenceName {
  /// Checks a full name, `HEAD` or below `refs/`, by the rules of `git check-ref-format`.
  ///
  /// A name becomes a path below `.git`, so this check also confines it there.
  ///
  /// - Throws: `ObjectStoreError.failed` with the name.
  static func check(_ name: String) throws(ObjectStoreError) {
    guard name == "HEAD" || (name.hasPrefix("refs/") && isValid(name)) else {
      throw .failed("'\(name)' is not a name of a reference")
    }
  }

  private static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count < 1_024, bytes.last != UInt8(ascii: "."), !name.contains(".."), !name.contains("@{") else {
      return false
    }
    let forbidden = Set("~^:?*[\\ \u{7F}".utf8)
    guard !bytes.contains(where: { $0 < 0x20 || forbidden.contains($0) }) else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != UInt8(ascii: ".") && !part.reversed().starts(with: ".lock".utf8.reversed())
    }
  }
}
