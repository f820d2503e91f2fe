import { can, type CurrentUser } from '#core/access/access.ts'

/** Those who see what is not published, and publish it. */
export const editsDrawings = can('edit', 'drawings')
export const viewsDrawings = can('view', 'drawings')
export const marksDrawings = can('markup', 'drawings')
export const publishesMarkup = can('publish_markup', 'drawings')

interface Mark {
  readonly user_id: number
  readonly published_at: string | null
}

/** Authors delete their own markup; what is published also goes by those who edit drawings. */
export const mayRemoveMark = (mark: Mark, user: CurrentUser): boolean =>
  mark.user_id === user.id || (mark.published_at !== null && editsDrawings(user))

/** Administrators, as they alone edit users. */
export const admins = can('edit', 'users')
