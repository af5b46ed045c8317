/** Builds the pages for browsers, and bundles the server itself into few files. */
export { buildAll, buildPages, failedBuilds, finishBuilds, readPagesState } from './build.ts';
export { type Build, type BuildName, isBuilt, isBundle, readBuild, repository } from './sources.ts';
