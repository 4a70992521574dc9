import { useSearch } from "@tanstack/react-router"

/** Returns the branch that the address names, which requests name likewise; undefined: the default branch. */
export const useBranch = (): string | undefined => useSearch({ strict: false, select: ({ branch }) => branch })
