/** How a client reaches the built-in database: `host` is the folder of its socket. */
export type EngineConnection = { host: string; port: number; user: string; database: string };

export type Engine = {
  connection: EngineConnection;
  /** Ends the database after a last write to disk. */
  stop(): Promise<void>;
};
