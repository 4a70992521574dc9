/** PostgreSQL no longer gets corrections of its makers below this major version. */
export const postgresMin = 14

/** Whether PostgreSQL is older than the program supports. `versionNumber`: its `server_version_num`, such as 140012. */
export const isPostgresOutdated = (versionNumber: number): boolean => Math.floor(versionNumber / 10_000) < postgresMin
