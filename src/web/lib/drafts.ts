type Draft = { userId: string; values: object }

/** If the session expires during submit, the form values are kept in memory until the user has logged in again. */
const drafts = new Map<string, Draft>()

export const keepDraft = (key: string, userId: string, values: object) => drafts.set(key, { userId, values })

export function findDraft(key: string, userId: string) {
  const draft = drafts.get(key)
  return draft?.userId === userId ? draft.values : undefined
}

export const dropDraft = (key: string) => drafts.delete(key)
