/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** The settings of a build. Those that the server returns at /api/app take precedence. */
interface ImportMetaEnv {
  readonly VITE_API_URL?: string
  readonly VITE_COMPANY_NAME?: string
  readonly VITE_MAP_STYLE_URL?: string
  readonly VITE_PASSWORD_RESET_URL?: string
  readonly VITE_PLACES?: string
  readonly VITE_PUSHER_APP_KEY?: string
  readonly VITE_PUSHER_CLUSTER?: string
  readonly VITE_PUSHER_HOST?: string
  readonly VITE_PUSHER_PORT?: string
  readonly VITE_PUSHER_SCHEME?: string
}
