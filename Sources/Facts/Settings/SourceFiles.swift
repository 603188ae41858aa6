internal import Payloads
internal import Settings

/// The settings and the decisions as they are on the disk.
struct SourceFiles: Sendable {
  /// The largest file.
  private static let limit = 1 << 20

  let settings: SourceSettings
  var decisions: SourceDecisions
  /// The person's time zone: that of the settings, else that of the machine.
  let zone: String

  /// Reads both files; a missing one is empty.
  ///
  /// - Throws: `SourceFilesError` if a file cannot be read, or the settings have a mistake.
  init(_ surroundings: FactSources.Surroundings) throws(SourceFilesError) {
    let text = try Self.read(surroundings.settings)
    guard let text = String(validating: text, as: UTF8.self) else {
      throw SourceFilesError(path: surroundings.settings, reason: "it is not UTF-8")
    }
    do throws(SettingError) {
      settings = try SourceSettings(text, home: surroundings.home)
    } catch {
      throw SourceFilesError(path: surroundings.settings, reason: "\(error)")
    }
    decisions = SourceDecisions(try Self.read(surroundings.decisions))
    zone = settings.timeZone ?? surroundings.zone
  }

  private static func read(_ path: String) throws(SourceFilesError) -> [UInt8] {
    guard SourceFile.isFolder(path) != nil else { return [] }
    do throws(SourceFault) { return try SourceFile.read(path, limit: limit).bytes } catch {
      throw SourceFilesError(path: path, reason: error.reason)
    }
  }
}

/// The reason why the settings of the sources, or the decisions about them, cannot be used.
package struct SourceFilesError: Error, Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The reason, without a full stop.
  package var reason: String
}

extension SourceFilesError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String { "\(path) cannot be used: \(reason). Correct the file." }
}
