/** Environment variable with the commit that a program names as its own. Only a release sets it. */
export const commitVariable = "DRAGOMAN_RELEASE_COMMIT"
