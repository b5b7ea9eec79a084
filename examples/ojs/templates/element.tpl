{**
 * What readers of an HTML galley get: the script and the element. A galley has no <article>; its text is the body.
 *
 * @uses $citelightFolder string Address of the npm package cite-light in this plugin's folder
 * @uses $citelightFindings string|null Address of findings that were computed beforehand
 *}
<script type="module" src="{$citelightFolder|escape}/cite-light.js"></script>
<cite-light for="body"{if $citelightFindings} src="{$citelightFindings|escape}"{/if}></cite-light>
