import type { Progress } from '#server/platform/progress.ts'

export type ShowProgress = (label: string, total?: number | undefined) => Progress

export const showNoProgress: ShowProgress = () => ({ update() {}, done() {} })
