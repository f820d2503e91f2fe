import axios, { type AxiosInstance } from 'axios'

export const PASSWORD = 'plumbline'

/**
 * A stock axios client with what browsers do and Node does not: it keeps cookies and copies the XSRF-TOKEN cookie into its
 * header. No status is treated as an error.
 */
export function createAxios(baseURL: string) {
  const cookies = new Map<string, string>()
  const client: AxiosInstance = axios.create({
    baseURL,
    withCredentials: true,
    withXSRFToken: true,
    validateStatus: () => true,
    headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    maxRedirects: 0,
  })
  client.interceptors.request.use((request) => {
    if (cookies.size) request.headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const token = cookies.get(client.defaults.xsrfCookieName ?? '')
    if (token && !request.headers.has('X-XSRF-TOKEN'))
      request.headers.set(client.defaults.xsrfHeaderName ?? '', decodeURIComponent(token))
    return request
  })
  client.interceptors.response.use((response) => {
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  })
  return {
    http: client,
    cookies,
    async login(email: string, password = PASSWORD) {
      await client.get('/sanctum/csrf-cookie')
      return client.post('/login', { email, password })
    },
  }
}

/** A signed-in client. */
export async function signIn(baseURL: string, email: string) {
  const client = createAxios(baseURL)
  const { status } = await client.login(email)
  if (status !== 204) throw new Error(`${email} could not sign in: ${status}`)
  return client
}
