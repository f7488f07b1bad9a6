import type { ChoiceRow } from './choices.tables.ts'

export type Chooser = { guestId: string } | { userId: string }

export type ChoiceRecord = {
  id: string
  linkId: string
  isSent: boolean
  sentAt: string | null
  askedAt: string | null
  name: string
  email: string | null
  invitationId: string | null
  message: string
  createdAt: string
  updatedAt: string
}

export type ChosenImage = { choiceId: string; imageId: string; sectionId: string | null; note: string }

export type ChosenPicture = {
  imageId: string
  sectionPosition: number
  position: number
  fileName: string
  title: string
  isNoted: boolean
}

export type ChosenNote = { choiceId: string; note: string; name: string; createdAt: string }

type JoinedRow = ChoiceRow & {
  guest_name: string | null
  invitation_id: string | null
  invitation_name: string | null
  user_name: string | null
}

export const toChoice = (row: JoinedRow): ChoiceRecord => ({
  id: row.id,
  linkId: row.link_id,
  isSent: row.is_sent === 1,
  sentAt: row.sent_at,
  askedAt: row.asked_at,
  name: row.name ?? row.guest_name ?? row.invitation_name ?? row.user_name ?? '',
  email: row.email,
  invitationId: row.invitation_id,
  message: row.message,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
