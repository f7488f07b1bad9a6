export type ChoiceTables = { guests: GuestRow; choices: ChoiceRow; choice_images: ChoiceImageRow }

/** Somebody without an account who left something on a link. All who came by one invitation are one guest. */
type GuestRow = {
  id: string
  link_id: string
  invitation_id: string | null
  name: string | null
  email: string | null
  created_at: string
}

/** The pictures that a guest or a user wants of a link. What they said of themselves came with the sending. */
export type ChoiceRow = {
  id: string
  link_id: string
  guest_id: string | null
  user_id: string | null
  /** While it is, nobody changes it. */
  is_sent: number
  /** When last; it stays when the owner opens the choice again. */
  sent_at: string | null
  /** When they asked for it to be opened again. */
  asked_at: string | null
  name: string | null
  email: string | null
  message: string
  created_at: string
  updated_at: string
}

type ChoiceImageRow = { choice_id: string; image_id: string; note: string }
