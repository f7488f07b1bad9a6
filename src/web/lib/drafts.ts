type Draft = { userId: string; values: object }

/** What was typed into forms whose session ended while they were sent. In memory only: nothing of it is stored. */
const drafts = new Map<string, Draft>()

export const keepDraft = (key: string, userId: string, values: object) => drafts.set(key, { userId, values })

/** Only for the one who typed it. */
export function findDraft(key: string, userId: string) {
  const draft = drafts.get(key)
  return draft?.userId === userId ? draft.values : undefined
}

export const dropDraft = (key: string) => drafts.delete(key)
