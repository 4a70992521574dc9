/**
 * Returns the problem of parsing: `parseArgs` throws a TypeError for words that it does not know, and so may the checks
 * of a command. The first sentence is the problem.
 */
export const orProblem = <A>(command: string, read: () => A): A | { readonly problem: string } => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { problem: `${error.message.split(". ")[0]}. \`dragoman ${command} --help\` lists the options.` }
  }
}
