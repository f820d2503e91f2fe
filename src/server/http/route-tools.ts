import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { Ctx } from '../ctx.ts'
import type { OpenedLink } from '../auth/shares.ts'
import type { Described } from '../openapi/operation.ts'
import type { Page } from './page.ts'

/**
 * What a module's own routes can use. Outside of `/api` nobody is signed in there: a secret in the address says who it is
 * for.
 */
export interface RouteTools {
  /** Runs in one transaction, as the server. */
  inTransaction<T>(task: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The user with this id, as they would be signed in; null while their account is closed. */
  userOf(id: Id): Promise<CurrentUser | null>
  /**
   * Opens a share link in the browser that asks; null for an address that no link has. What is asked below `/s/{link}/api`
   * then has its recipient as the caller (rule share-link).
   * @throws Refusal 429
   */
  openLink(c: HonoContext, token: string): Promise<OpenedLink | null>
  /** A page outside the app, which works without scripts. */
  page(title: string, body: Parameters<Page>[1]): ReturnType<Page>
  /** The fields of a form, or of JSON. */
  readBody(c: HonoContext): Promise<Record<string, unknown>>
  /** Adds what programs use to the description of the API. */
  describe(operation: Described): void
  /** Accepts forms from pages of this host only. */
  readonly ownForms: MiddlewareHandler
}
