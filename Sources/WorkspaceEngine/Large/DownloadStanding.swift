/// How the download of an object stands.
struct DownloadStanding: Sendable {
  /// How many bytes came; nil while it is not on its way.
  var received: Int?
  /// Why it waits, or why it did not come; nil for neither.
  var problem: String?
}
