/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** What a build can be told; the server's own answer at /api/app comes before it. */
interface ImportMetaEnv {
  readonly VITE_API_URL?: string
  readonly VITE_COMPANY_NAME?: string
  readonly VITE_MAP_STYLE_URL?: string
  readonly VITE_PASSWORD_RESET_URL?: string
  readonly VITE_PLACES?: string
  readonly VITE_PUSHER_APP_KEY?: string
}
