/// The media type of a file by its extension.
enum MediaType {
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "bmp": "image/bmp", "svg": "image/svg+xml", "mp3": "audio/mpeg", "wav": "audio/wav", "ogg": "audio/ogg",
    "flac": "audio/flac", "md": "text/markdown", "txt": "text/plain", "json": "application/json", "csv": "text/csv",
    "html": "text/html", "toml": "text/plain", "yaml": "text/plain", "yml": "text/plain", "pdf": "application/pdf",
  ]

  /// Returns the media type of a file with that name.
  static func of(_ path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return "application/octet-stream"
    }
    return types[String(Substring(name[name.index(after: dot)...])).lowercased()] ?? "application/octet-stream"
  }
}
