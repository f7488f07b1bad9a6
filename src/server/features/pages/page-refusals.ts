import { AppError } from '#shared/errors.ts'
import { type closedStates, hasClosedState } from '#shared/page-data.ts'
import type { ShownStudio } from '#shared/studio.ts'

export type ClosedError = AppError & { code: keyof typeof closedStates }

export const isRefusedPassword = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'WRONG_PASSWORD' || error.code === 'RATE_LIMITED')

export const isClosed = (error: unknown): error is ClosedError =>
  error instanceof AppError && hasClosedState(error.code)

export const brandingOf = ({ details }: ClosedError) =>
  (details.data as { studio?: ShownStudio | null } | undefined)?.studio ?? undefined
