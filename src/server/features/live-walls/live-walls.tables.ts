export type LiveWallTables = { live_walls: LiveWallRow }

export type LiveWallRow = {
  link_id: string
  /** Null while the wall is off. */
  wall_id: string | null
  seconds: number
  image_order: string
  show_qr_code: number
  show_names: number
}
