import type { RouterProps } from 'wouter'
import type { Module } from '#core/module/define-module.ts'

/** Where the router finds and puts the address: the browser's, unless whatever hosts the app has another (src/build-demo.ts). */
export const place: Pick<RouterProps, 'hook' | 'searchHook'> = {}

/** What whatever hosts the app adds to its modules, by id. */
export const modules: Readonly<Record<string, Module>> = {}
