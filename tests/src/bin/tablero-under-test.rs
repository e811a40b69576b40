fn main() -> std::process::ExitCode {
    tablero::main()
}
