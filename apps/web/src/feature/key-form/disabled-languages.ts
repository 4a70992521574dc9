import { call } from "../../base/api/call.ts"

/** Ids of the languages into which a key is not translated. */
export const readDisabledLanguages = async (
  projectId: number,
  keyId: number,
  signal?: AbortSignal
): Promise<ReadonlyArray<number>> => {
  const { _embedded } = await call("disabledLanguage", "list", { params: { projectId, keyId } }, { signal })
  return (_embedded?.languages ?? []).map(({ id }) => id)
}
