type Draft = { userId: string; values: object }

/** Form values to restore after logging in again, when a session expires during submit. In memory only. */
const drafts = new Map<string, Draft>()

export const keepDraft = (key: string, userId: string, values: object) => drafts.set(key, { userId, values })

export function findDraft(key: string, userId: string) {
  const draft = drafts.get(key)
  return draft?.userId === userId ? draft.values : undefined
}

export const dropDraft = (key: string) => drafts.delete(key)
