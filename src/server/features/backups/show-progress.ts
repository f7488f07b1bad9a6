import type { Progress } from '#server/platform/progress.ts'

/** Begins to show a part of a long command. */
export type ShowProgress = (label: string, total?: number | undefined) => Progress

export const showNoProgress: ShowProgress = () => ({ update() {}, done() {} })
