internal import Commands
internal import Glibc

/// The program `stet`.
@main
enum Main {
  /// Runs the command line and ends with its exit code.
  static func main() async {
    exit(await StetProgram.main())
  }
}
