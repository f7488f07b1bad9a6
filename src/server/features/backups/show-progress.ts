import type { Progress } from '#server/platform/progress.ts'

/** Starts a progress display for one stage of a long command. */
export type ShowProgress = (label: string, total?: number | undefined) => Progress

export const showNoProgress: ShowProgress = () => ({ update() {}, done() {} })
