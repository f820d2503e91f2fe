import { useEffect, useLayoutEffect } from 'react'
import { matchRoute, useRouter } from 'wouter'
import { useServices } from '#blocks/services/services.tsx'
import type { Route } from '#core/module/define-module.ts'

/**
 * Sets the page's title after each navigation (rule page-title): on routes with a `project_id` it names that project, on
 * others the company. Screens of routes that are `titled` set it themselves. @useSignals
 */
export function useTitle(path: string, route: Route | undefined): void {
  const { api, registry, settings, store } = useServices()
  const { parser } = useRouter()
  const params: Record<string, string | undefined> = (route && matchRoute(parser, route.path, path)[1]) || {}
  const id = route?.titled ? 0 : Number(params.project_id) || 0
  const projects = registry.entity('project')
  const project = projects && id ? store.of(projects).get(id) : undefined
  const company = settings.value.company_name
  const title = project && projects ? projects.display.title(project) : company
  useEffect(() => {
    // Without an answer it stays the company's name.
    if (projects && id && !store.of(projects).peek(id)) void api(projects).fetch(id)
  }, [api, store, projects, id])
  useLayoutEffect(() => {
    if (title && !route?.titled) document.title = title
  }, [path, title, route])
}
