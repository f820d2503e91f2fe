import { Suspense, useCallback, useEffect, useLayoutEffect } from 'react'
import { Redirect, Route, Switch, matchRoute, useLocation, useRouter } from 'wouter'
import { css } from '#css/css'
import { prefetch, lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Page } from '#blocks/page/page.tsx'
import type { Route as Registered } from '#core/module/define-module.ts'
import { restoreScroll } from '#ui/back/scroll.ts'
import { NoPermission } from '#ui/states/states.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { HomeScreen } from '../screens/home-screen.tsx'
import { NotFoundScreen } from '../screens/not-found-screen.tsx'
import { forgetPage, pageToReturnTo } from '../return-to.ts'
import { followLinks, prefetchLinks } from './links.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { useTitle } from './use-title.ts'

/** The module's route that a path leads to. */
function useRouteOf() {
  const { registry } = useServices()
  const { parser } = useRouter()
  return useCallback(
    (at: string) => registry.routes.find(({ path: pattern }) => matchRoute(parser, pattern, at)[0]),
    [registry, parser],
  )
}

/** Loads the current path's screen beside the reference data, without which it is not shown. */
export function usePrefetchedScreen(): void {
  const { session } = useServices()
  const [path] = useLocation()
  const routeOf = useRouteOf()
  useEffect(() => {
    const route = routeOf(path)
    // A failed prefetch is ignored; showing the screen shows the error.
    if (route && (route.guard?.(session.user.peek()) ?? true)) prefetch(route.screen).catch(() => {})
  }, [path, routeOf, session])
}

/** Renders the screen of the current path: the shell's own, a module's if its guard allows, or Page Not Found. */
export const Routes = () => {
  const { registry, session, writes } = useServices()
  const [path, navigate] = useLocation()
  const routeOf = useRouteOf()
  const user = session.user.value
  // A record made without a connection has a temporary id until it has been sent.
  const real = path.replace(/-\d{6,}/g, (id) => String(writes.idOf(Number(id))))
  useLayoutEffect(() => {
    if (real !== path) navigate(real + window.location.search, { replace: true })
  }, [real, path, navigate])
  useEffect(() => followLinks(navigate), [navigate])
  useEffect(
    () =>
      prefetchLinks((to) => {
        const route = routeOf(to)
        // A failed prefetch is ignored; navigating there shows the error.
        if (route) prefetch(route.screen).catch(() => {})
      }),
    [routeOf],
  )
  useLayoutEffect(() => restoreScroll(), [path])
  useTitle(path, routeOf(path))
  return (
    <ScreenBoundary path={path}>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/welcome">
            <Return />
          </Route>
          <Route path="/">
            <HomeScreen />
          </Route>
          {registry.routes.map((route) => (
            <Route key={route.path} path={route.path}>
              {(params) =>
                (route.guard?.(user) ?? true) ? (
                  <Offered route={route} params={params as Record<string, string>} />
                ) : (
                  <Refused />
                )
              }
            </Route>
          ))}
          <Route>
            <NotFoundScreen />
          </Route>
        </Switch>
      </Suspense>
    </ScreenBoundary>
  )
}

/** Leads to the page that was open when a session ended, and otherwise home. */
const Return = () => {
  useEffect(() => forgetPage, [])
  return <Redirect to={pageToReturnTo()} replace />
}

/** A screen whose records the server has. */
const Offered = ({ route, params }: { route: Registered; params: Record<string, string> }) => {
  const isOffered = useServices().registry.offers(route, params)
  if (isOffered === undefined) return <Loading />
  return isOffered ? <Mounted screen={route.screen} params={params} /> : <NotFoundScreen />
}

/**
 * Remounts a screen when its named parameters change, so that no state of one project is left on the page of the next. A
 * change of the rest of the path (`*`), such as a tab, does not remount it.
 */
const Mounted = ({ screen, params }: { screen: Registered['screen']; params: Record<string, string> }) => {
  const Component = lazyComponent<{ params: Record<string, string> }>(screen)
  const named = Object.fromEntries(Object.entries(params).filter(([name]) => name !== '*'))
  return <Component key={JSON.stringify(named)} params={params} />
}

const Refused = () => (
  <Page title="No permission">
    <NoPermission />
  </Page>
)

const Loading = () => (
  <div className={css({ center: true, minHeight: '50vh', fontSize: 'title', color: 'primary' })}>
    <Spinner />
  </div>
)
