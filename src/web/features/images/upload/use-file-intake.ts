import { useRef } from 'react'
import { uploadImage } from '#shared/images.ts'
import { expireSession, tokenKey } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { readStored } from '#web/lib/storage.ts'
import { useFileLimit } from '#web/lib/use-file-limit.ts'
import { useImageRoom } from '../manage/plan-usage.tsx'
import { useUnfinished, useUploadQueue } from './uploads.ts'

/** Finds or creates the sections that these files belong to. */
export type FindSections = (files: readonly File[]) => Promise<(file: File) => string | undefined>

/** Images in a link of someone else count toward the plan of its owner, which only the server knows. */
export function useFileIntake(linkId: string, findSections?: FindSections, isShared = false) {
  const { sentence, canUpgrade, ...own } = useImageRoom()
  const { room, isFull } = isShared ? { room: Number.POSITIVE_INFINITY, isFull: false } : own
  const fileLimitMb = useFileLimit()
  const queue = useUploadQueue()
  const input = useRef<HTMLInputElement>(null)

  const freeRoom = Math.max(0, room - useUnfinished())

  const start = async (files: File[]) =>
    queue.add(linkId, files, { room: freeRoom, fileLimitMb, sectionOf: await findSections?.(files) })
  const add = (files: File[]): void => {
    if (isFull) return void notify('error', sentence)
    if (readStored(tokenKey) !== null) return void start(files)
    void notify('error', uploadImage.config.signIn)
    expireSession(null)
  }
  return {
    input,
    isFull,
    room: freeRoom,
    limitSentence: sentence,
    canUpgrade,
    add,
    choose: () => input.current?.click(),
  }
}

export type LinkIntake = ReturnType<typeof useFileIntake>
