// Ends a process of tests at once when its last event has come. Node 20 goes on to free its own environment, which on
// a busy machine never ends where sockets were reset in the midst of writes: it spins in
// node::Environment::CleanupHandles, and the file counts as failed after ten minutes, though its tests have passed.
process.on('exit', (status) => process.reallyExit(status));
