/** The client connection to the built-in database: `host` is the folder of its socket. */
export type EngineConnection = { host: string; port: number; user: string; database: string };

export type Engine = {
  connection: EngineConnection;
  /** Stops the database after a final flush to disk. */
  stop(): Promise<void>;
};
