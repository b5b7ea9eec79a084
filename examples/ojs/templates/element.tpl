{**
 * What readers of an HTML galley get: the script and the element. A galley has no <article>; its text is the body.
 *
 * @uses $citelightPlugin string Address of this plugin's folder, with the npm package cite-light in `citelight/`
 * @uses $citelightFindings string|null Address of findings that were computed beforehand
 *}
<link rel="stylesheet" href="{$citelightPlugin|escape}/citelight.css" />
<script type="module" src="{$citelightPlugin|escape}/citelight/cite-light.js"></script>
<cite-light for="body"{if $citelightFindings} src="{$citelightFindings|escape}"{/if}></cite-light>
